// The page of this machine: the questions of whoever has the link.

import { asking, NotKept, type Answer, type Question } from "./asking";

const main = document.getElementById("main")!;

async function send(answer: Answer): Promise<Question> {
  let reply: Response;
  try {
    reply = await fetch("answer", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(answer) });
  } catch {
    throw new NotKept("the program that serves this page does not answer. Start it again, and open its new link.");
  }
  const body = await reply.json();
  if (!reply.ok) throw new NotKept(body.detail, body.question);
  return body;
}

fetch("question")
  .then((r) => r.json())
  .then((q: Question) => asking(main, q, send, ["h1", "h2"]))
  .catch(() => (main.textContent = "The program that serves this page does not answer."));
