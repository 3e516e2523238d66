import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import InputLabel from '@mui/material/InputLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { report } from './report.js';

const SKILLS = ['Carpentry', 'Cooking', 'Driving', 'Gardening', 'Plumbing'];

function App() {
  const [form, setForm] = useState({ name: '', country: '', skills: [], remote: false, years: 3 });
  const [asking, setAsking] = useState(false);
  const set = (name) => (_, value) => setForm((old) => ({ ...old, [name]: value }));
  return (
    <Stack spacing={3} sx={{ p: 2, width: 420 }}>
      <TextField label="Full name" value={form.name} onChange={({ target }) => set('name')(null, target.value)} />
      <FormControl>
        <InputLabel id="country">Country</InputLabel>
        <Select
          labelId="country"
          label="Country"
          value={form.country}
          onChange={({ target }) => set('country')(null, target.value)}
        >
          {['Denmark', 'Norway', 'Sweden'].map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </Select>
      </FormControl>
      <Autocomplete
        multiple
        options={SKILLS}
        value={form.skills}
        onChange={set('skills')}
        renderInput={(params) => <TextField {...params} label="Skills" />}
      />
      <FormControlLabel label="Works remotely" control={<Switch checked={form.remote} onChange={set('remote')} />} />
      <Slider aria-label="Years" min={0} max={20} value={form.years} onChange={set('years')} />
      <Button variant="contained" onClick={() => setAsking(true)}>
        Apply
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)}>
        <DialogTitle>Send the application?</DialogTitle>
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Cancel</Button>
          <Button
            onClick={() => {
              report(form);
              setAsking(false);
            }}
          >
            Send
          </Button>
        </DialogActions>
      </Dialog>
    </Stack>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
