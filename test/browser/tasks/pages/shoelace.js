import '@shoelace-style/shoelace/dist/components/button/button.js';
import '@shoelace-style/shoelace/dist/components/dialog/dialog.js';
import '@shoelace-style/shoelace/dist/components/input/input.js';
import '@shoelace-style/shoelace/dist/components/option/option.js';
import '@shoelace-style/shoelace/dist/components/select/select.js';
import '@shoelace-style/shoelace/dist/components/switch/switch.js';
import { report } from './report.js';

document.querySelector('#app').innerHTML = `
  <sl-button id="open">New booking</sl-button>
  <sl-dialog label="Booking">
    <sl-input name="guest" label="Guest"></sl-input>
    <sl-select name="room" label="Room">
      <sl-option value="garden">Garden room</sl-option><sl-option value="sea">Sea room</sl-option>
    </sl-select>
    <sl-select name="meals" label="Meals" multiple>
      <sl-option value="breakfast">Breakfast</sl-option><sl-option value="lunch">Lunch</sl-option><sl-option value="dinner">Dinner</sl-option>
    </sl-select>
    <sl-switch name="pets">With pets</sl-switch>
    <sl-button slot="footer" variant="primary" id="book">Book</sl-button>
  </sl-dialog>`;
const [dialog, guest, room, meals, pets] = ['dialog', 'input', '[name=room]', '[name=meals]', 'switch'].map((name) =>
  document.querySelector(name.startsWith('[') ? `sl-select${name}` : `sl-${name}`),
);
document.querySelector('#open').addEventListener('click', () => dialog.show());
document.querySelector('#book').addEventListener('click', () => {
  report({ guest: guest.value, room: room.value, meals: meals.value, pets: pets.checked });
  void dialog.hide();
});
