import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createEditor, Node } from 'slate';
import { withHistory } from 'slate-history';
import { Editable, Slate, withReact } from 'slate-react';
import { report } from './report.js';

function App() {
  const [editor] = useState(() => withHistory(withReact(createEditor())));
  return (
    <Slate
      editor={editor}
      initialValue={[{ type: 'paragraph', children: [{ text: 'Milk' }] }]}
      onChange={(value) => report(value.map((node) => Node.string(node)))}
    >
      <Editable aria-label="Shopping list" style={{ border: '1px solid', padding: 8 }} />
    </Slate>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
