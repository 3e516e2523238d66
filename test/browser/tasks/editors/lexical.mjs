/** Makes the editor in `#editor`; `read` gives what its model holds, and `lock` makes it read-only. */
import { createEditor, $getRoot, $createParagraphNode, $createTextNode } from 'lexical';
import { registerRichText } from '@lexical/rich-text';
const editor = createEditor({
  onError: (error) => {
    throw error;
  },
});
editor.setRootElement(document.querySelector('#editor'));
registerRichText(editor);
editor.update(
  () => {
    $getRoot().append($createParagraphNode().append($createTextNode('old')));
  },
  { discrete: true },
);
window.read = () =>
  editor.getEditorState().read(() =>
    $getRoot()
      .getChildren()
      .map((node) => node.getTextContent())
      .join('\n'),
  );
window.lock = () => editor.setEditable(false);
