import type { PageAction } from '../actions.ts';
import { plain } from '../element/plain.ts';
import { isSecret, MASK, valueOf } from '../element/secret.ts';
import { shadowRootOf } from '../element/shadow.ts';
import { look, lookAtAsked, readableWords, type Sight, unmarked } from '../element/sight.ts';
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
  const { localName: tag, tagName } = plain(element);
  const opening = `<${tag}${attributesOf(element)}>`;
  if (VOID.has(tagName)) return opening;
  return `${opening}${contentOf(element, sight, depth)}</${tag}>`;
}

function contentOf(element: Element, sight: Sight | undefined, depth: number): string {
  const root = shadowRootOf(element);
  if (element instanceof HTMLTextAreaElement) return sight ? escapeText(unmarked(element.value)) : HIDDEN;
  if (!root && plain(element).childNodes.length === 0) return '';
  if (!sight) return HIDDEN;
  const isLeaf = plain(element).childElementCount === 0 && !root;
  if (depth === 0) return isLeaf ? childrenIn(element, sight, depth, element) : '…';
  const shadow = root
    ? `<template shadowrootmode="${root.mode}">${childrenIn(root, sight, depth, element)}</template>`
    : '';
  return shadow + childrenIn(element, sight, depth, element);
}

const HIDDEN = '<!-- not shown -->';

function childrenIn(node: Element | ShadowRoot, sight: Sight, depth: number, parent: Element): string {
  const pieces: string[] = [];
  const isClosed = node instanceof HTMLDetailsElement && !node.open;
  const keepsLines = /^(?:pre|break-spaces)/.test(sight.style.whiteSpace);
  for (const child of plain(node).childNodes) {
    if (child instanceof Text) {
      const words = keepsLines ? unmarked(child.data) : unmarked(child.data).replace(/\s+/g, ' ');
      if (isClosed) continue;
      pieces.push(words.trim() === '' ? words : escapeText(readableWords(words, child, parent, sight)));
    } else if (child instanceof Element && !DROPPED.has(plain(child).tagName)) {
      pieces.push(write(child, look(child, sight), depth - 1));
    }
  }
  return pieces.join('').trim();
}

function attributesOf(element: Element): string {
  const held = element instanceof HTMLInputElement && HOLDING.has(element.type) ? valueOf(element) : undefined;
  const written = [...plain(element).attributes].map(({ name, value }) => [name, value] as const);
  const all = held && !plain(element).hasAttribute('value') ? [...written, ['value', held] as const] : written;
  return all
    .map(([name, value]) => {
      const now = name === 'value' ? (held ?? value) : value;
      const shown = name === 'value' && isSecret(element) && now !== '' ? MASK : now;
      return shown === '' ? ` ${name}` : ` ${name}="${escapeAttribute(cut(shown))}"`;
    })
    .join('');
}

/** Fields that may hold another value than the page was written with. */
const HOLDING = new Set('text search email url tel number password date time datetime-local month week'.split(' '));

function cut(value: string): string {
  return value.length > LONGEST_ATTRIBUTE ? `${value.slice(0, LONGEST_ATTRIBUTE - 1)}…` : value;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
