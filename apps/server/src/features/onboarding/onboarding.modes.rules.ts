const GLP1 =
  /\b(glp[- ]?1|semaglutide|ozempic|wegovy|rybelsus|tirzepatide|mounjaro|zepbound|liraglutide|saxenda|victoza|dulaglutide|trulicity|exenatide)\b/i;

/** Whether a text of the client names a GLP-1 drug, which lowers appetite. */
export const mentionsGlp1 = (texts: readonly string[]): boolean => texts.some((text) => GLP1.test(text));
