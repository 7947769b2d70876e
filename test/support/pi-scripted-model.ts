/**
 * A scripted model behind an OpenAI-compatible endpoint on the loopback interface. It plays one turn per request, keeps
 * every request body, and says "(script over)" when it has no turn left, so that no run can hang on its script.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Turn {
	text?: string;
	/** `args` as a string is sent as it is, so that malformed JSON can be played too. */
	toolCalls?: { name: string; args: unknown }[];
	delayMs?: number;
	/** Characters of the arguments per chunk, and the pause between two chunks. */
	chunk?: number;
	chunkDelayMs?: number;
}

export interface ModelMessage {
	role: string;
	content: unknown;
	tool_call_id?: string;
}

export interface ModelRequest {
	messages: ModelMessage[];
	tools?: { function: { name: string; description: string; parameters: unknown; strict?: boolean } }[];
}

export interface ScriptedModel {
	/** Turns still to be played; push more at any time. */
	script: Turn[];
	requests: ModelRequest[];
	baseUrl: string;
	close(): Promise<void>;
}

export async function startScriptedModel(script: Turn[] = []): Promise<ScriptedModel> {
	const requests: ModelRequest[] = [];
	const sockets = new Set<Socket>();
	const server = createServer(async (request, response) => {
		const body: Buffer[] = [];
		for await (const part of request) body.push(part);
		if (request.method !== "POST" || !request.url?.endsWith("/chat/completions")) {
			response.writeHead(404).end();
			return;
		}
		// Nobody waits for it any more, and the turns are the next prompt's.
		if (request.socket.destroyed) return;
		requests.push(JSON.parse(Buffer.concat(body).toString("utf8")));
		await play(script.shift() ?? { text: "(script over)" }, requests.length, response);
	});
	server.on("connection", (socket) => {
		sockets.add(socket);
		socket.on("close", () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		script,
		requests,
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		async close() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function play(turn: Turn, requestNumber: number, response: ServerResponse): Promise<void> {
	const send = (delta: object, finishReason: string | null = null) =>
		response.write(
			`data: ${JSON.stringify({
				id: `chatcmpl-${requestNumber}`,
				object: "chat.completion.chunk",
				created: 0,
				model: "scripted",
				choices: [{ index: 0, delta, finish_reason: finishReason }],
			})}\n\n`,
		);
	if (turn.delayMs) await sleep(turn.delayMs);
	response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
	send({ role: "assistant", content: turn.text ?? "" });
	for (const [index, call] of (turn.toolCalls ?? []).entries()) {
		const text = typeof call.args === "string" ? call.args : JSON.stringify(call.args);
		const id = `call_${requestNumber}_${index}`;
		send({ tool_calls: [{ index, id, type: "function", function: { name: call.name, arguments: "" } }] });
		const size = turn.chunk ?? (text.length || 1);
		for (let at = 0; at < text.length; at += size) {
			send({ tool_calls: [{ index, function: { arguments: text.slice(at, at + size) } }] });
			if (turn.chunkDelayMs) await sleep(turn.chunkDelayMs);
		}
	}
	send({}, turn.toolCalls?.length ? "tool_calls" : "stop");
	response.end("data: [DONE]\n\n");
}
