import { Page } from '../../ui/page.js';

export default function Todo() {
  return <Page title="time-series/time-series">to do</Page>;
}
