import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import Select from 'react-select';
import { report } from './report.js';

const options = (...names) => names.map((label) => ({ value: label.toLowerCase(), label }));

function App() {
  const [drink, setDrink] = useState(null);
  const [extras, setExtras] = useState([]);
  useEffect(() => report({ drink: drink?.value ?? null, extras: extras.map(({ value }) => value) }));
  return (
    <div style={{ width: 320 }}>
      <label htmlFor="drink">Drink</label>
      <Select inputId="drink" options={options('Coffee', 'Tea', 'Water')} value={drink} onChange={setDrink} />
      <label htmlFor="extras">Extras</label>
      <Select
        inputId="extras"
        isMulti
        options={options('Milk', 'Sugar', 'Honey', 'Lemon')}
        value={extras}
        onChange={setExtras}
      />
    </div>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
