import type { PageAction } from '../actions.ts';
import { isSecret, MASK } from '../element/secret.ts';
import { shadowRootOf } from '../element/shadow.ts';
import { look, lookAtAsked, readableWords, type Sight } from '../element/sight.ts';
import { findScope } from '../element/target.ts';

const DROPPED = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE']);
const VOID = new Set('AREA BASE BR COL EMBED HR IMG INPUT LINK META SOURCE TRACK WBR'.split(' '));
const LONGEST_ATTRIBUTE = 300;

/** The markup as it is now, down to a depth; what nobody sees is there without its text. */
export const dom: PageAction<'dom'> = ({ selector, depth }) => {
  const scope = findScope(selector);
  return { html: write(scope, lookAtAsked(scope), depth) };
};

function write(element: Element, sight: Sight | undefined, depth: number): string {
  const tag = element.localName;
  const opening = `<${tag}${attributesOf(element)}>`;
  if (VOID.has(element.tagName)) return opening;
  return `${opening}${contentOf(element, sight, depth)}</${tag}>`;
}

function contentOf(element: Element, sight: Sight | undefined, depth: number): string {
  const root = shadowRootOf(element);
  if (!root && element.childNodes.length === 0) return '';
  if (!sight) return '<!-- not shown -->';
  if (depth === 0) return element.children.length === 0 && !root ? childrenIn(element, sight, depth, element) : '…';
  const shadow = root
    ? `<template shadowrootmode="${root.mode}">${childrenIn(root, sight, depth, element)}</template>`
    : '';
  return shadow + childrenIn(element, sight, depth, element);
}

function childrenIn(node: Element | ShadowRoot, sight: Sight, depth: number, parent: Element): string {
  const pieces: string[] = [];
  const isClosed = node instanceof HTMLDetailsElement && !node.open;
  for (const child of node.childNodes) {
    if (child instanceof Text) {
      const words = child.data.replace(/\s+/g, ' ');
      if (!isClosed) pieces.push(words === ' ' ? words : escapeText(readableWords(words, parent, sight)));
    } else if (child instanceof Element && !DROPPED.has(child.tagName)) {
      pieces.push(write(child, look(child, sight), depth - 1));
    }
  }
  return pieces.join('').trim();
}

function attributesOf(element: Element): string {
  return [...element.attributes]
    .map(({ name, value }) => {
      const shown = name === 'value' && isSecret(element) ? MASK : value;
      return shown === '' ? ` ${name}` : ` ${name}="${escapeAttribute(cut(shown))}"`;
    })
    .join('');
}

function cut(value: string): string {
  return value.length > LONGEST_ATTRIBUTE ? `${value.slice(0, LONGEST_ATTRIBUTE - 1)}…` : value;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
