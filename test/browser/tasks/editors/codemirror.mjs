/** Makes the editor in `#editor`; `read` gives what its model holds, and `lock` makes it read-only. */
import { EditorView, basicSetup } from 'codemirror';

const parent = document.querySelector('#editor');
const view = new EditorView({ doc: 'old\nlines', extensions: [basicSetup], parent });
const State = view.state.constructor;
window.read = () => view.state.doc.toString();
window.lock = () =>
  view.setState(State.create({ doc: view.state.doc, extensions: [basicSetup, State.readOnly.of(true)] }));
