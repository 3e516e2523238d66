import L from 'leaflet';
import { report } from './report.js';

const container = document.querySelector('#app');
container.style.cssText = 'height: 360px; width: 560px';
const map = L.map(container, { center: [55.68, 12.57], zoom: 12 });
L.Icon.Default.imagePath = '/leaflet/dist/images/';
let route;
const tell = () => report({ zoom: map.getZoom(), route });
map.on('zoomend', tell);
for (const [name, at] of [
  ['Library', [55.69, 12.55]],
  ['Harbour', [55.67, 12.6]],
]) {
  const popup = document.createElement('div');
  popup.innerHTML = `<b>${name}</b> <button>Route to ${name}</button>`;
  popup.querySelector('button').addEventListener('click', () => {
    route = name;
    tell();
  });
  L.marker(at, { alt: name }).addTo(map).bindPopup(popup);
}
