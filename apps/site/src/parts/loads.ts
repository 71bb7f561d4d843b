/** The file of the client's build that says which scripts each script may load. No address leads to it. */
export const LOADS = '.loads.json';
/** The file that lists the modules of each script, for the check of the pages. */
export const MODULES = '.modules.json';
