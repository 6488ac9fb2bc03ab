/* global SwaggerUIBundle */
SwaggerUIBundle({
  // Relative to the script: a proxy may serve the catalog below a path.
  url: new URL('../openapi.json', document.currentScript.src).pathname,
  dom_id: '#reference',
  docExpansion: 'list',
  deepLinking: true,
  persistAuthorization: false,
  // Its service for checking documents is on the internet.
  validatorUrl: null,
});
