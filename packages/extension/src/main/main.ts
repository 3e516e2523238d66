/** Runs once beside the page's own scripts, does what it is asked, and leaves nothing there. */
import { MAIN_EVENTS, type MainJob, type MainResult } from '../main-message.ts';
import type { FindEditor } from './editor.ts';
import { findCodeMirror } from './editors/code-mirror.ts';
import { findLexical } from './editors/lexical.ts';
import { findMonaco } from './editors/monaco.ts';
import { findProseMirror } from './editors/prose-mirror.ts';
import { findQuill } from './editors/quill.ts';

const EDITORS: readonly FindEditor[] = [findMonaco, findCodeMirror, findLexical, findQuill, findProseMirror];

let element: HTMLElement | null = null;
let job: MainJob | undefined;
const onElement = (event: Event) => {
  element = (event as SubmitEvent).submitter;
};
const onJob = (event: Event) => {
  job = JSON.parse(String((event as CustomEvent).detail)) as MainJob;
};
document.addEventListener(MAIN_EVENTS.element, onElement);
document.addEventListener(MAIN_EVENTS.job, onJob);
document.dispatchEvent(new Event(MAIN_EVENTS.ask));
document.removeEventListener(MAIN_EVENTS.element, onElement);
document.removeEventListener(MAIN_EVENTS.job, onJob);
if (element && job) {
  const detail = JSON.stringify(perform(element, job));
  document.dispatchEvent(new CustomEvent(MAIN_EVENTS.done, { detail }));
}

function perform(at: HTMLElement, asked: MainJob): MainResult {
  for (const find of EDITORS) {
    const editor = find(at);
    if (!editor) continue;
    try {
      if (asked.do !== 'read' && editor.isReadOnly()) return { editor: editor.name, problem: 'is read-only' };
      if (asked.do === 'write') editor.write(asked.value);
      if (asked.do === 'type') editor.type?.(asked.value, asked.atEnd);
      return { editor: editor.name, value: editor.read() };
    } catch (thrown) {
      return { editor: editor.name, problem: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  }
  return {};
}
