import { type Editor, type FindEditor, near } from '../editor.ts';

interface CodeEditor {
  getDomNode(): HTMLElement | null;
  getRawOptions(): { readonly readOnly?: boolean };
  getModel(): { getValue(endOfLine: number): string; getFullModelRange(): object } | null;
  pushUndoStop(): void;
  executeEdits(source: string, edits: readonly object[]): boolean;
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
    read: () => model.getValue(LINE_FEED),
  };
};

/** Where the page keeps Monaco to itself: all is selected by its own shortcut, and what it copies then is its model's text. */
function byKeyboard(root: HTMLElement): Editor | undefined {
  const input = root.querySelector<HTMLElement>('.native-edit-context, textarea.inputarea');
  if (!input) return undefined;
  const selectAll = () => {
    input.focus({ preventScroll: true });
    // In a window that is not in front nobody is told.
    if (!document.hasFocus()) input.dispatchEvent(new FocusEvent('focus'));
    const modifier = /Mac/.test(navigator.platform) ? { metaKey: true } : { ctrlKey: true };
    const init = { key: 'a', code: 'KeyA', keyCode: 65, bubbles: true, cancelable: true, ...modifier };
    input.dispatchEvent(new KeyboardEvent('keydown', init));
    input.dispatchEvent(new KeyboardEvent('keyup', init));
  };
  const clipboard = (type: string, clipboardData: DataTransfer) =>
    input.dispatchEvent(new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }));
  return {
    name: 'monaco',
    isReadOnly: () => input.getAttribute('aria-readonly') === 'true' || input.hasAttribute('readonly'),
    write: (value) => {
      selectAll();
      const data = new DataTransfer();
      data.setData('text/plain', value);
      clipboard('paste', data);
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
