import { basicSetup, EditorView } from 'codemirror';
import { report } from './report.js';

new EditorView({
  doc: 'first\nsecond\nthird',
  parent: document.querySelector('#app'),
  extensions: [
    basicSetup,
    EditorView.updateListener.of((update) => update.docChanged && report(update.state.doc.toString())),
  ],
});
