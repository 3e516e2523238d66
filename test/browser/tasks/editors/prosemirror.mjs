/** Makes the editor in `#editor`; `read` gives what its model holds, and `lock` makes it read-only. */
import { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { schema } from 'prosemirror-schema-basic';
import { keymap } from 'prosemirror-keymap';
import { baseKeymap } from 'prosemirror-commands';
const paragraph = (text) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = Node.fromJSON(schema, { type: 'doc', content: [paragraph('old'), paragraph('lines')] });
let editable = true;
const view = new EditorView(document.querySelector('#editor'), {
  state: EditorState.create({ doc, plugins: [keymap(baseKeymap)] }),
  editable: () => editable,
});
window.read = () => view.state.doc.textBetween(0, view.state.doc.content.size, '\n');
window.lock = () => {
  editable = false;
  view.setProps({});
};
