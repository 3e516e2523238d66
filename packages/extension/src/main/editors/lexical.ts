import { type FindEditor, near } from '../editor.ts';

interface LexicalEditor {
  isEditable(): boolean;
  parseEditorState(json: string): object;
  setEditorState(state: object): void;
  getEditorState(): { toJSON(): { readonly root: LexicalNode } };
}

interface Root extends HTMLElement {
  readonly __lexicalEditor?: LexicalEditor;
}

interface LexicalNode {
  readonly type: string;
  readonly text?: string;
  readonly children?: readonly LexicalNode[];
}

export const findLexical: FindEditor = (element) => {
  const root: Root | undefined = near(element, '[data-lexical-editor]');
  const editor = root?.__lexicalEditor;
  if (!editor) return undefined;
  return {
    name: 'lexical',
    isReadOnly: () => !editor.isEditable(),
    write: (value) => editor.setEditorState(editor.parseEditorState(JSON.stringify({ root: documentOf(value) }))),
    read: () => (editor.getEditorState().toJSON().root.children ?? []).map(textOf).join('\n'),
  };
};

const BLOCK = { direction: null, format: '', indent: 0, version: 1 };

function documentOf(value: string): object {
  const paragraph = (line: string) => ({
    ...BLOCK,
    type: 'paragraph',
    textFormat: 0,
    textStyle: '',
    children:
      line === '' ? [] : [{ type: 'text', version: 1, detail: 0, format: 0, mode: 'normal', style: '', text: line }],
  });
  return { ...BLOCK, type: 'root', children: value.split('\n').map(paragraph) };
}

function textOf({ type, text, children = [] }: LexicalNode): string {
  if (type === 'linebreak') return '\n';
  return text ?? children.map(textOf).join('');
}
