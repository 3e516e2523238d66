import { initialize } from '@ionic/core/components';
import { defineCustomElement as defineButton } from '@ionic/core/components/ion-button.js';
import { defineCustomElement as defineApp } from '@ionic/core/components/ion-app.js';
import { defineCustomElement as defineContent } from '@ionic/core/components/ion-content.js';
import { defineCustomElement as defineInput } from '@ionic/core/components/ion-input.js';
import { defineCustomElement as defineItem } from '@ionic/core/components/ion-item.js';
import { defineCustomElement as defineSelect } from '@ionic/core/components/ion-select.js';
import { defineCustomElement as defineOption } from '@ionic/core/components/ion-select-option.js';
import { defineCustomElement as defineToggle } from '@ionic/core/components/ion-toggle.js';
import { report } from './report.js';

initialize();
for (const define of [
  defineApp,
  defineContent,
  defineItem,
  defineInput,
  defineSelect,
  defineOption,
  defineToggle,
  defineButton,
]) {
  define();
}
document.querySelector('#app').innerHTML = `<ion-app><ion-content>
  <ion-item><ion-input label="City" placeholder="Where to"></ion-input></ion-item>
  <ion-item><ion-select label="Class" placeholder="Choose">
    <ion-select-option value="1">First class</ion-select-option><ion-select-option value="2">Second class</ion-select-option>
  </ion-select></ion-item>
  <ion-item><ion-toggle>Return ticket</ion-toggle></ion-item>
  <ion-button>Search</ion-button></ion-content></ion-app>`;
const [city, seat, toggle, button] = ['input', 'select', 'toggle', 'button'].map((name) =>
  document.querySelector(`ion-${name}`),
);
button.addEventListener('click', () => report({ city: city.value, class: seat.value, back: toggle.checked }));
