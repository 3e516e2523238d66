import jquery from 'jquery';
import select2 from 'select2';
import { report } from './report.js';

select2(window, jquery);
const names = (list) => list.map((name) => `<option>${name}</option>`).join('');
document.querySelector('#app').innerHTML = `
  <label for="city">City</label><br><select id="city" style="width: 300px"><option></option>${names(['Aarhus', 'Bergen', 'Malmö', 'Turku'])}</select><br>
  <label for="langs">Languages</label><br><select id="langs" multiple style="width: 300px">${names(['Danish', 'Finnish', 'Norwegian', 'Swedish'])}</select>
  <p><button id="save">Save</button></p>`;
jquery('#city').select2({ placeholder: 'Choose a city' });
jquery('#langs').select2();
jquery('#save').on('click', () => report({ city: jquery('#city').val(), languages: jquery('#langs').val() }));
