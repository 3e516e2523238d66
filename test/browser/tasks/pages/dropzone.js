import Dropzone from 'dropzone';

document.querySelector('#app').innerHTML = '<div class="dropzone" id="zone"></div>';
Dropzone.autoDiscover = false;
new Dropzone('#zone', { url: `/api/files${location.search}`, dictDefaultMessage: 'Drop files here to upload' });
