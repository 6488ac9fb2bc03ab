const widths = ['w2', 'w3', 'w4', 'w2', 'w3', 'w4'];

/** The place of the results while the first ones are loaded. */
export const SkeletonRows = () => (
  <div aria-hidden="true">
    {widths.map((width, index) => (
      <div key={index} class="hit">
        <span class="sk tick" />
        <span class="sk mark" />
        <div class="what">
          <span class={`sk ${width}`} />
          <span class="sk w4" />
        </div>
        <div class="end">
          <span class="sk w3" />
        </div>
      </div>
    ))}
  </div>
);
