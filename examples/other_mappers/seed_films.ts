import type { FilmRow } from "./prisma_films.ts";

/** Sample films. */
export const seedFilms: readonly FilmRow[] = [
  { id: 1, title: "Metropolis", year: 1927 },
  { id: 2, title: "M", year: 1931 },
  { id: 3, title: "Nosferatu", year: 1922 },
  { id: 4, title: "Faust", year: 1926 },
  { id: 5, title: "Lost film", year: null },
];
