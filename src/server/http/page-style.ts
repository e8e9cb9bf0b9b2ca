/** The one style that stands in an answer that is a page: moving to it and from it fades as between all pages. */
export const pageStyle = '@view-transition{navigation:auto}';
