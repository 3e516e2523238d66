import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { List } from 'react-window';
import { report } from './report.js';

function Row({ index, style, choose, chosen }) {
  return (
    <div style={style}>
      Contact {index + 1}{' '}
      <button
        onClick={() => {
          choose(index);
          report({ called: index + 1 });
        }}
      >
        {chosen === index ? 'Calling' : 'Call'} {index + 1}
      </button>
    </div>
  );
}

function App() {
  const [chosen, choose] = useState();
  return (
    <div style={{ height: 300, width: 400 }}>
      <List rowComponent={Row} rowCount={200} rowHeight={30} rowProps={{ chosen, choose }} />
    </div>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
