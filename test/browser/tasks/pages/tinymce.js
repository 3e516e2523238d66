import { report } from './report.js';

document.querySelector('#app').innerHTML = '<textarea id="text"><p>Hello</p></textarea>';
tinymce.init({
  selector: '#text',
  license_key: 'gpl',
  promotion: false,
  branding: false,
  menubar: false,
  plugins: 'lists',
  toolbar: 'bold italic bullist',
  height: 260,
  setup: (editor) => editor.on('input change ExecCommand SetContent', () => report(editor.getContent())),
});
