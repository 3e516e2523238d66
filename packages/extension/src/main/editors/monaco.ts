import { type Editor, type FindEditor, near } from '../editor.ts';

interface CodeEditor {
  getDomNode(): HTMLElement | null;
  getRawOptions(): { readonly readOnly?: boolean };
  getModel(): { getValue(endOfLine: number): string; getFullModelRange(): Range } | null;
  setPosition(position: { readonly lineNumber: number; readonly column: number }): void;
  focus(): void;
  trigger(source: string, handler: string, payload: object): void;
  pushUndoStop(): void;
  executeEdits(source: string, edits: readonly object[]): boolean;
}

interface Range {
  readonly endLineNumber: number;
  readonly endColumn: number;
}

interface WithMonaco {
  readonly monaco?: { readonly editor?: { getEditors?(): readonly CodeEditor[] } };
}

const LINE_FEED = 1;

export const findMonaco: FindEditor = (element) => {
  const root = near(element, '.monaco-editor');
  if (!root) return undefined;
  const editors = (globalThis as WithMonaco).monaco?.editor?.getEditors?.() ?? [];
  const editor = editors.find((each) => each.getDomNode() === root);
  const model = editor?.getModel();
  if (!editor || !model) return byKeyboard(root);
  return {
    name: 'monaco',
    isReadOnly: () => editor.getRawOptions().readOnly === true,
    write: (value) => {
      editor.pushUndoStop();
      editor.executeEdits('paste', [{ range: model.getFullModelRange(), text: value, forceMoveMarkers: true }]);
      editor.pushUndoStop();
    },
    type: (text, atEnd) => {
      const { endLineNumber, endColumn } = model.getFullModelRange();
      editor.focus();
      if (atEnd) editor.setPosition({ lineNumber: endLineNumber, column: endColumn });
      // One after the other, as they come from a keyboard: brackets close themselves, and are typed over.
      for (const character of text) editor.trigger('keyboard', 'type', { text: character });
    },
    read: () => model.getValue(LINE_FEED),
  };
};

/** What the browser itself uses to tell an editor of typing. */
interface WithEditContext {
  readonly editContext?: EventTarget & { readonly selectionStart: number; readonly selectionEnd: number };
}

function typeInto(input: HTMLElement & WithEditContext, text: string): void {
  const { editContext } = input;
  if (!editContext) {
    document.execCommand('insertText', false, text);
    return;
  }
  // Monaco brings it up to date when it draws next, or when somebody begins to compose, and has to have ended before that.
  for (const type of ['compositionstart', 'compositionend']) editContext.dispatchEvent(new Event(type));
  const { selectionStart: updateRangeStart, selectionEnd: updateRangeEnd } = editContext;
  const after = updateRangeStart + text.length;
  const event = Object.assign(new Event('textupdate'), {
    text,
    updateRangeStart,
    updateRangeEnd,
    selectionStart: after,
    selectionEnd: after,
  });
  editContext.dispatchEvent(event);
}

/** Where the page keeps Monaco to itself: all is selected by its own shortcut, and what it copies then is its model's text. */
function byKeyboard(root: HTMLElement): Editor | undefined {
  const input = root.querySelector<HTMLElement>('.native-edit-context, textarea.inputarea');
  if (!input) return undefined;
  const isMac = /Mac/.test(navigator.platform);
  const shortcut = (key: string, code: string, keyCode: number) => {
    input.focus({ preventScroll: true });
    // In a window that is not in front nobody is told.
    if (!document.hasFocus()) input.dispatchEvent(new FocusEvent('focus'));
    const modifier = isMac ? { metaKey: true } : { ctrlKey: true };
    const init = { key, code, keyCode, bubbles: true, cancelable: true, ...modifier };
    input.dispatchEvent(new KeyboardEvent('keydown', init));
    input.dispatchEvent(new KeyboardEvent('keyup', init));
  };
  const selectAll = () => shortcut('a', 'KeyA', 65);
  const goToEnd = () => (isMac ? shortcut('ArrowDown', 'ArrowDown', 40) : shortcut('End', 'End', 35));
  const clipboard = (type: string, clipboardData: DataTransfer) =>
    input.dispatchEvent(new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }));
  const paste = (text: string) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    clipboard('paste', data);
  };
  return {
    name: 'monaco',
    isReadOnly: () => input.getAttribute('aria-readonly') === 'true' || input.hasAttribute('readonly'),
    write: (value) => {
      selectAll();
      paste(value);
    },
    type: (text) => {
      // Where the caret was is not known after a read, which selects all: it goes on at the end.
      goToEnd();
      typeInto(input, text);
    },
    read: () => {
      selectAll();
      const data = new DataTransfer();
      clipboard('copy', data);
      // With nothing selected, because there is nothing, it copies an empty line.
      if (/"isFromEmptySelection":true/.test(data.getData('vscode-editor-data'))) return '';
      return data.getData('text/plain').replaceAll('\r\n', '\n');
    },
  };
}
