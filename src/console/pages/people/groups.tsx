import { Page } from '../../ui/page.js';

export default function Todo() {
  return <Page title="people/groups">to do</Page>;
}
