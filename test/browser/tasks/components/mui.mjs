import {
  Button,
  Checkbox,
  FormControlLabel,
  Radio,
  RadioGroup,
  Rating,
  Slider,
  Switch,
  Tab,
  Tabs,
  TextField,
} from '@mui/material';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';

function App() {
  const [state, set] = useState({ terms: false, bare: false, size: 's', wifi: false, stars: 0, tab: 0, sent: false });
  const put = (more) => set((before) => ({ ...before, ...more }));
  const labelled = (label, control, more) => h(FormControlLabel, { label, control, ...more });
  return h(
    'main',
    {},
    h('output', { id: 'state' }, JSON.stringify(state)),
    labelled('Terms', h(Checkbox, { checked: state.terms, onChange: (event) => put({ terms: event.target.checked }) })),
    h(Checkbox, {
      checked: state.bare,
      onChange: (event) => put({ bare: event.target.checked }),
      slotProps: { input: { 'aria-label': 'Bare' } },
    }),
    h(
      RadioGroup,
      { value: state.size, onChange: (event) => put({ size: event.target.value }) },
      labelled('Small', h(Radio), { value: 's' }),
      labelled('Large', h(Radio), { value: 'l' }),
    ),
    labelled('Wifi', h(Switch, { checked: state.wifi, onChange: (event) => put({ wifi: event.target.checked }) })),
    h(Rating, { name: 'stars', value: state.stars, onChange: (_, stars) => put({ stars }) }),
    h(Slider, { defaultValue: 30, 'aria-label': 'Volume' }),
    h(TextField, { label: 'Name' }),
    h(
      Tabs,
      { value: state.tab, onChange: (_, tab) => put({ tab }) },
      h(Tab, { label: 'One' }),
      h(Tab, { label: 'Two' }),
    ),
    h(Button, { onClick: () => put({ sent: true }) }, 'Send'),
    h(Button, { component: 'label' }, 'Upload', h('input', { type: 'file', hidden: true })),
  );
}

createRoot(document.querySelector('#app')).render(h(App));
