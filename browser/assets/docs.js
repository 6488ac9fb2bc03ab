/* global SwaggerUIBundle */
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  docExpansion: 'list',
  deepLinking: true,
  persistAuthorization: false,
  // Its service for checking documents is on the internet.
  validatorUrl: null,
});
