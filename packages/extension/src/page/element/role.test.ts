// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { at, show } from '../testing/dom.ts';
import { levelOf, roleOf } from './role.ts';

describe('the role of an element', () => {
  it.each([
    ['<button id="x">', 'button'],
    ['<summary id="x">', 'button'],
    ['<a id="x" href="/">', 'link'],
    ['<select id="x">', 'combobox'],
    ['<select id="x" multiple>', 'listbox'],
    ['<textarea id="x">', 'textbox'],
    ['<h1 id="x">', 'heading'],
    ['<h6 id="x">', 'heading'],
    ['<ul id="x">', 'list'],
    ['<ol id="x">', 'list'],
    ['<li id="x">', 'listitem'],
    ['<nav id="x">', 'navigation'],
    ['<main id="x">', 'main'],
    ['<header id="x">', 'banner'],
    ['<footer id="x">', 'contentinfo'],
    ['<aside id="x">', 'complementary'],
    ['<section id="x">', 'region'],
    ['<form id="x">', 'form'],
    ['<fieldset id="x">', 'group'],
    ['<dialog id="x">', 'dialog'],
    ['<img id="x">', 'img'],
    ['<output id="x">', 'status'],
    ['<progress id="x">', 'progressbar'],
    ['<table id="x">', 'table'],
    ['<table><tr id="x"></tr></table>', 'row'],
    ['<table><tr><td id="x"></td></tr></table>', 'cell'],
    ['<table><tr><th id="x"></th></tr></table>', 'columnheader'],
  ])('follows from the tag: %s', (html, role) => {
    show(html);
    expect(roleOf(at('#x'))).toBe(role);
  });

  it.each([
    ['text', 'textbox'],
    ['email', 'textbox'],
    ['password', 'textbox'],
    ['no-such-type', 'textbox'],
    ['search', 'searchbox'],
    ['number', 'spinbutton'],
    ['range', 'slider'],
    ['checkbox', 'checkbox'],
    ['radio', 'radio'],
    ['button', 'button'],
    ['submit', 'button'],
    ['reset', 'button'],
    ['image', 'button'],
  ])('follows from the type of an input: %s', (type, role) => {
    show(`<input id="x" type="${type}">`);
    expect(roleOf(at('#x'))).toBe(role);
  });

  it.each([
    ['<div id="x" role="tab">', 'tab'],
    ['<button id="x" role="switch">', 'switch'],
    ['<a id="x" href="/" role="menuitem">', 'menuitem'],
    ['<div id="x" role="  searchbox textbox ">', 'searchbox'],
    ['<input id="x" type="checkbox" role="switch">', 'switch'],
  ])('is the first that the page gives: %s', (html, role) => {
    show(html);
    expect(roleOf(at('#x'))).toBe(role);
  });

  it.each(['<div id="x">', '<span id="x">', '<a id="x">', '<div id="x" role=" ">'])('is absent for %s', (html) => {
    show(html);
    expect(roleOf(at('#x'))).toBeUndefined();
  });

  it('is textbox for the root of editable text only', () => {
    show('<div id="root" contenteditable><p id="inner">Text</p></div><div id="fixed" contenteditable="false"></div>');
    expect(['#root', '#inner', '#fixed'].map((selector) => roleOf(at(selector)))).toEqual([
      'textbox',
      'paragraph',
      undefined,
    ]);
  });
});

describe('the level of a heading', () => {
  it.each([
    ['<h3 id="x">', 3],
    ['<h3 id="x" aria-level="5">', 5],
    ['<div id="x" role="heading" aria-level="7">', 7],
    ['<div id="x" role="heading">', 2],
    ['<h4 id="x" aria-level="zero">', 2],
    ['<h4 id="x" aria-level="-1">', 2],
    ['<h4 id="x" aria-level="1.5">', 2],
  ])('of %s is %i', (html, level) => {
    show(html);
    expect(levelOf(at('#x'))).toBe(level);
  });
});
