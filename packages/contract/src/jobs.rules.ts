/** `<feature>.<work>` */
export const QUEUE_NAME = /^[a-z][a-z0-9_.-]{0,99}$/;
