import type { Page, Route } from 'playwright-core';

/** Answers some operations in place of the service. @param operation the beginning of its text */
export const answer = (
  page: Page,
  operation: string,
  respond: (route: Route, number: number) => Promise<void>,
) => {
  let number = 0;
  return page.route('**/api/graphql', (route) => {
    const { query } = route.request().postDataJSON() as { query: string };
    if (!query.trim().startsWith(operation)) return route.fallback();
    number += 1;
    return respond(route, number);
  });
};

/** The service makes the change, and its answer is lost. */
export const lose = async (route: Route) => {
  await route.fetch();
  await route.abort('connectionreset');
};

/** The service does not make the change. */
export const refuse = (route: Route) =>
  route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"Too many requests."}' });
