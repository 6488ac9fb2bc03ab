import { encoded } from './aspects.js';

export const entitiesUrl = '/openapi/v3/entity/dataset';
export const entityUrl = (urn: string) => `/openapi/v3/entity/${urn.split(':')[2]}/${encoded(urn)}`;

/** An entity of a body, with its aspects as the SDK writes them. */
export const entity = (urn: string, aspects: Record<string, unknown>, more: object = {}) => ({
  urn,
  ...Object.fromEntries(
    Object.entries(aspects).map(([name, value]) => [
      name,
      { value, systemMetadata: null, headers: {}, ...more },
    ]),
  ),
});

const phrases: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
};

/** An error on an OpenAPI path. */
export const plainRefusal = (status: number, message: string | RegExp) => ({
  status,
  body: { status, error: phrases[status], message },
});
