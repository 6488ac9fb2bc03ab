import { Page } from '../../ui/page.js';

export default function Todo() {
  return <Page title="people/users">to do</Page>;
}
