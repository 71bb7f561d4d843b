/** Opens a page of another site, or a page of this one with a full load. */
export const leaveFor = (url: string): void => window.location.assign(url);
