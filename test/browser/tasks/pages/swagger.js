import SwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js';

SwaggerUi({ url: `/api/openapi.json${location.search}`, dom_id: '#app' });
