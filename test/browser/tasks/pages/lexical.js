import { registerRichText } from '@lexical/rich-text';
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical';
import { report } from './report.js';

const root = document.createElement('div');
Object.assign(root, { contentEditable: 'true', role: 'textbox', ariaLabel: 'Message' });
root.style.cssText = 'border: 1px solid; padding: 8px; min-height: 80px';
document.querySelector('#app').append(root);
const editor = createEditor({
  namespace: 'task',
  onError: (error) => {
    throw error;
  },
});
editor.setRootElement(root);
registerRichText(editor);
editor.update(() => {
  const paragraph = $createParagraphNode();
  paragraph.append($createTextNode('Dear all,'));
  $getRoot().clear().append(paragraph);
});
editor.registerUpdateListener(({ editorState }) =>
  report(
    editorState
      .toJSON()
      .root.children.map(({ children }) => children.map(({ text, format }) => [text, format === 1]))
      .filter((paragraph) => paragraph.length > 0),
  ),
);
