import { Page } from '../../ui/page.js';

export default function Todo() {
  return <Page title="people/service-accounts">to do</Page>;
}
