/** The file of the client's build that says which scripts each script may load. No address leads to it. */
export const LOADS = '.loads.json';
