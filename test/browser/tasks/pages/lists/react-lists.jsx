import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import MenuItem from '@mui/material/MenuItem';
import MuiSelect from '@mui/material/Select';
import { Select as AntSelect } from 'antd';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import ReactSelect from 'react-select';

const options = (...names) => names.map((label) => ({ value: label, label }));

const LISTS = {
  'react-select': ({ id, many, from, value, onChange }) => (
    <ReactSelect
      inputId={id}
      isMulti={many}
      options={options(...from)}
      value={many ? options(...value) : options(value)[0]}
      onChange={(now) => onChange(many ? now.map((each) => each.value) : now.value)}
    />
  ),
  antd: ({ id, many, from, ...rest }) => (
    <AntSelect
      id={id}
      style={{ width: 300 }}
      mode={many ? 'multiple' : undefined}
      options={options(...from)}
      {...rest}
    />
  ),
  mui: ({ id, many, label, from, value, onChange }) => (
    <FormControl sx={{ mt: 2 }}>
      <InputLabel id={`${id}-label`}>{label}</InputLabel>
      <MuiSelect
        labelId={`${id}-label`}
        label={label}
        multiple={many}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {from.map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </MuiSelect>
    </FormControl>
  ),
};

function App() {
  const [one, setOne] = useState('Apple');
  const [many, setMany] = useState(['Kale']);
  window.chosen = () => [[one], [...many].sort()];
  const List = LISTS[new URLSearchParams(location.search).get('list')];
  return (
    <div style={{ width: 400 }}>
      <label htmlFor="one">Fruit</label>
      <List id="one" label="Fruit" from={['Apple', 'Banana', 'Cherry']} value={one} onChange={setOne} />
      <label htmlFor="many">Greens</label>
      <List id="many" many label="Greens" from={['Carrot', 'Kale', 'Leek']} value={many} onChange={setMany} />
    </div>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
