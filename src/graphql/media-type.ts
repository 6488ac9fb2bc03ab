/** The media type whose status shows whether a request was executed (docs/wire-contract.md, "GraphQL over HTTP"). */
export const graphqlResponse = 'application/graphql-response+json';

/** Whether a caller names it in `Accept`, and does not prefer `application/json`. Wildcards mean `application/json`. */
export function acceptsGraphqlResponse(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(graphqlResponse)) return false;
  const wanted = parseWeight(accept, graphqlResponse);
  return wanted > 0 && wanted >= parseWeight(accept, 'application/json');
}

/** Returns the weight of a media type that the header names: 0 to 1; 0 when it does not. */
function parseWeight(accept: string, mediaType: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
    if (name !== mediaType) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return weight === undefined ? 1 : Number(weight) || 0;
  }
  return 0;
}
