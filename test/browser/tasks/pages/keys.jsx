import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { report } from './report.js';

/** What is not drawn anew between two keys counts the second from what it knew before the first. */
function App() {
  const [index, setIndex] = useState(0);
  const [text, setText] = useState('abcdef');
  report({ index, text });
  return (
    <>
      <ul
        tabIndex={0}
        aria-label="List"
        role="listbox"
        onKeyDown={({ key }) => key === 'ArrowDown' && setIndex(index + 1)}
      >
        <li>{index}</li>
      </ul>
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
    </>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
