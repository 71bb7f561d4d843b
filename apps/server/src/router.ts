import type { Feature } from './core/feature.ts';
import { implementContract } from './core/procedures.ts';
import { features } from './features.ts';

type Merged<Part> = (Part extends unknown ? (part: Part) => void : never) extends (all: infer All) => void
  ? All
  : never;
type PartOf<Manifest, Name extends string> = Manifest extends { readonly [Key in Name]: infer Part } ? Part : never;
type Features = (typeof features)[number];

const merge = (parts: readonly (object | undefined)[]) => Object.assign({}, ...parts) as object;
const manifests: readonly Feature[] = features;
const procedures = merge(manifests.map((feature) => feature.procedures)) as Merged<PartOf<Features, 'procedures'>>;
const functions = merge(manifests.map((feature) => feature.functions)) as Merged<PartOf<Features, 'functions'>>;

/** Every procedure of the contract. A procedure without a feature is a type error here. */
export const router = implementContract({ ...procedures, functions });
