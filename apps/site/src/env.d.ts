type SiteLocals = import('./locals.ts').Locals;

// biome-ignore lint/style/noNamespace: Astro reads the type of its locals here.
declare namespace App {
  interface Locals extends SiteLocals {}
}
