import path from 'node:path';

/** The pages of a build, for the check of their size. Files are named as in the build's folder. */
export type PageList = {
  files: Record<string, { imports: string[]; styles: string[]; modules: Record<string, number> }>;
  /** Scripts and styles that load with each page before a person does anything, by its address. */
  pages: Record<string, string[]>;
};

/** A script of the build, as the bundler reports it. */
type Chunk = {
  fileName: string;
  imports: string[];
  moduleIds: string[];
  modules: Record<string, { renderedLength: number }>;
  viteMetadata?: { importedCss: ReadonlySet<string> };
};

/**
 * @param pages addresses with the modules that each page starts with
 * @param root the folder that the names of modules start from
 */
export function listPages(
  chunks: readonly Chunk[],
  pages: readonly { address: string; modules: readonly string[] }[],
  root: string,
): PageList {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const fileOf = new Map(chunks.flatMap(({ fileName, moduleIds }) => moduleIds.map((module) => [module, fileName])));
  const stylesOf = (chunk: Chunk) => [...(chunk.viteMetadata?.importedCss ?? [])];
  const loadedBy = (modules: readonly string[]): string[] => {
    const files = new Set(modules.flatMap((module) => fileOf.get(module) ?? []));
    // A set grows while it is walked.
    for (const file of files) {
      const chunk = byFile.get(file);
      for (const next of chunk ? [...chunk.imports, ...stylesOf(chunk)] : []) files.add(next);
    }
    return [...files];
  };
  return {
    files: Object.fromEntries(
      chunks.map((chunk) => [
        chunk.fileName,
        {
          imports: chunk.imports,
          styles: stylesOf(chunk),
          modules: Object.fromEntries(
            Object.entries(chunk.modules).map(([module, { renderedLength }]) => [
              path.relative(root, module),
              renderedLength,
            ]),
          ),
        },
      ]),
    ),
    pages: Object.fromEntries(pages.map(({ address, modules }) => [address, loadedBy(modules)])),
  };
}
