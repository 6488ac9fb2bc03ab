/** The mark of the service: two tags. */
export const Logo = () => (
  <svg class="logo" viewBox="0 0 26 26" aria-hidden="true">
    <path
      class="back"
      d="M9 3.5A2.5 2.5 0 0 1 11.5 1h5.25c.66 0 1.3.26 1.77.73l6 6a2.5 2.5 0 0 1 0 3.54L18 17.8z"
    />
    <path
      class="front"
      d="M1.5 8.5A2.5 2.5 0 0 1 4 6h6.25c.66 0 1.3.26 1.77.73l7.25 7.25a2.5 2.5 0 0 1 0 3.54l-6.25 6.25a2.5 2.5 0 0 1-3.54 0L2.23 16.52a2.5 2.5 0 0 1-.73-1.77z"
    />
    <circle class="hole" cx="6.25" cy="10.75" r="1.75" />
  </svg>
);
