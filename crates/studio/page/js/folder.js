// The folder of logs on the local server.

import { games } from './engine.js';
import { RequestError } from './error.js';
import { post, unpack } from './server.js';

/**
 * @typedef {{name: string, kind: 'log' | 'curve' | 'picture' | 'program', bytes: number, seconds: number, game: string | null, contest: string | null, error: string | null}} FolderFile
 * @typedef {{log: string, running: boolean, stopping: boolean, error: string | null}} RunningContest
 * @typedef {object} FolderList
 * @property {string | null} folder null if the server has no folder
 * @property {FolderFile[]} files
 * @property {RunningContest[]} running
 * @property {string[]} programs
 * @property {Record<string, string[]>} languages
 * @property {number} cores
 */

/** Is there a local server? A static site has none. */
export async function hasServer() {
  return Object.values(await games()).includes('server');
}

/** @param {object} request @returns {Promise<any>} */
export async function askFolder(request) {
  const response = await post(new URL('../matches', import.meta.url), request);
  return unpack(await response.text());
}

/** @returns {Promise<FolderList>} */
export const listFolder = () => askFolder({ do: 'list' });

/** Address of a picture; one that was written anew has another one. @param {string} name @param {string} revision */
export const pictureAddress = (name, revision) =>
  new URL(`../pictures/${encodeURIComponent(name)}?${revision}`, import.meta.url).href;

/** @param {unknown} error */
export const messageOf = (error) =>
  error instanceof RequestError || error instanceof Error ? error.message : String(error);
